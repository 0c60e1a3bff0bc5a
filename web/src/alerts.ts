// Tell somebody who looks elsewhere that it is their turn.
import { settings } from "./settings.svelte";

let audio: AudioContext | null = null;

/** Make ready to sound: browsers allow it only in answer to a tap. */
export function readySound(): void {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
}

addEventListener("pointerdown", readySound, { passive: true });
addEventListener("keydown", readySound);

/** Two soft strokes, as on a miner's triangle. */
export function chime(): void {
  if (!settings.sound || audio?.state !== "running") return;
  stroke(audio, 660, 0);
  stroke(audio, 880, 0.16);
}

function stroke(context: AudioContext, pitch: number, delay: number): void {
  const start = context.currentTime + delay;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(0.12, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.001, start + 0.7);
  const tone = context.createOscillator();
  tone.type = "sine";
  tone.frequency.value = pitch;
  tone.connect(gain).connect(context.destination);
  tone.start(start);
  tone.stop(start + 0.75);
}

export const canNotify = (): boolean => "Notification" in window && window.isSecureContext;

/** Ask whether we may notify; whether we may is what comes back. */
export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** It has become somebody's turn here. */
export function yourTurn(title: string, body: string): void {
  chime();
  // Nothing may buzz before the page was touched.
  if (settings.buzz && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([40, 60, 40]);
  if (!settings.notify || !document.hidden || !canNotify()) return;
  if (Notification.permission !== "granted") return;
  try {
    const note = new Notification(title, { body, tag: "motherlode-turn", icon: "/icon.svg" });
    note.onclick = () => {
      focus();
      note.close();
    };
  } catch {
    // Some phones let only service workers notify.
    void navigator.serviceWorker?.ready.then((worker) =>
      worker.showNotification(title, { body, tag: "motherlode-turn", icon: "/icon.svg" }),
    );
  }
}

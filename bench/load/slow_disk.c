/* Preloaded into a process, makes every sync to disk take so many microseconds longer. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static void wait_longer(void) {
    const char *microseconds = getenv("SLOW_DISK_MICROSECONDS");
    if (microseconds) usleep(strtoul(microseconds, NULL, 10));
}

int fsync(int file) {
    static int (*real)(int);
    if (!real) real = dlsym(RTLD_NEXT, "fsync");
    wait_longer();
    return real(file);
}

int fdatasync(int file) {
    static int (*real)(int);
    if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
    wait_longer();
    return real(file);
}

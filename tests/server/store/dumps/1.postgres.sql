CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.entries (
    table_id text NOT NULL,
    number bigint NOT NULL,
    at bigint NOT NULL,
    body bytea NOT NULL
);
CREATE TABLE public.tables (
    id text NOT NULL,
    game text NOT NULL,
    opened_at bigint NOT NULL,
    phase text NOT NULL,
    listed boolean NOT NULL,
    seats integer NOT NULL,
    free integer NOT NULL,
    look_at bigint,
    ended_at bigint
);
INSERT INTO public.alembic_version VALUES ('1');
INSERT INTO public.entries VALUES ('amber-mule-17', 1, 1001, '\x7b2277686f223a22222c226e756d626572223a317d');
INSERT INTO public.entries VALUES ('amber-mule-17', 2, 1002, '\x7b2277686f223a22222c226e756d626572223a327d');
INSERT INTO public.entries VALUES ('amber-mule-17', 3, 1003, '\x7b2277686f223a22222c226e756d626572223a337d');
INSERT INTO public.entries VALUES ('quiet-lode-4', 1, 1000, '\x7b226e616d65223a225a6fc3ab20273b202d2d227d');
INSERT INTO public.tables VALUES ('amber-mule-17', 'goldrush', 1000, 'gathering', true, 4, 3, 5000, NULL);
INSERT INTO public.tables VALUES ('quiet-lode-4', 'goldrush', 1000, 'over', false, 4, 0, NULL, 2000);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_pkey PRIMARY KEY (table_id, number);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (id);
CREATE INDEX tables_by_ended_at ON public.tables USING btree (ended_at);
CREATE INDEX tables_by_look_at ON public.tables USING btree (look_at);
CREATE INDEX tables_by_phase ON public.tables USING btree (phase, opened_at);

PRAGMA application_id = 1296846660;
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('1');
CREATE TABLE entries (
	table_id TEXT NOT NULL, 
	number BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	body BLOB NOT NULL, 
	PRIMARY KEY (table_id, number)
)
 WITHOUT ROWID

;
INSERT INTO "entries" VALUES('amber-mule-17',1,1001,X'7B2277686F223A22222C226E756D626572223A317D');
INSERT INTO "entries" VALUES('amber-mule-17',2,1002,X'7B2277686F223A22222C226E756D626572223A327D');
INSERT INTO "entries" VALUES('amber-mule-17',3,1003,X'7B2277686F223A22222C226E756D626572223A337D');
INSERT INTO "entries" VALUES('quiet-lode-4',1,1000,X'7B226E616D65223A225A6FC3AB20273B202D2D227D');
CREATE TABLE tables (
	id TEXT NOT NULL, 
	game TEXT NOT NULL, 
	opened_at BIGINT NOT NULL, 
	phase TEXT NOT NULL, 
	listed BOOLEAN NOT NULL, 
	seats INTEGER NOT NULL, 
	free INTEGER NOT NULL, 
	look_at BIGINT, 
	ended_at BIGINT, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('amber-mule-17','goldrush',1000,'gathering',1,4,3,5000,NULL);
INSERT INTO "tables" VALUES('quiet-lode-4','goldrush',1000,'over',0,4,0,NULL,2000);
CREATE INDEX tables_by_phase ON tables (phase, opened_at);
CREATE INDEX tables_by_look_at ON tables (look_at);
CREATE INDEX tables_by_ended_at ON tables (ended_at);
COMMIT;

PRAGMA application_id = 1430736716;
PRAGMA user_version = 7;
BEGIN TRANSACTION;
CREATE TABLE boards (
            game INTEGER NOT NULL REFERENCES games (id),
            chat INTEGER NOT NULL,
            thread INTEGER,
            message INTEGER,
            kind TEXT CHECK (kind IN ('photo', 'text')),
            shown INTEGER NOT NULL DEFAULT 0,
            stage INTEGER NOT NULL DEFAULT -1,
            note INTEGER, reminded INTEGER NOT NULL DEFAULT -1,
            PRIMARY KEY (game, chat)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "boards" VALUES(1,-1002100000001,NULL,3,'photo',15,13,NULL,-1);
INSERT INTO "boards" VALUES(2,-1002100000001,NULL,25,'photo',4,1,NULL,-1);
INSERT INTO "boards" VALUES(3,-1002100000001,NULL,13,'photo',1,-1,NULL,-1);
INSERT INTO "boards" VALUES(4,6100000001,NULL,2,'photo',4,2,NULL,-1);
INSERT INTO "boards" VALUES(5,6100000002,NULL,4,'photo',1,-1,NULL,-1);
CREATE TABLE chats (
            id INTEGER PRIMARY KEY,
            language TEXT
        ) STRICT
        ;
INSERT INTO "chats" VALUES(-1002100000001,'it');
CREATE TABLE exports (
            game INTEGER NOT NULL REFERENCES games (id),
            chat INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('replay', 'record', 'review')),
            message INTEGER NOT NULL,
            PRIMARY KEY (game, chat, kind)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "exports" VALUES(1,-1002100000001,'record',6);
INSERT INTO "exports" VALUES(1,-1002100000001,'replay',7);
INSERT INTO "exports" VALUES(1,-1002100000001,'review',23);
CREATE TABLE games (
            id INTEGER PRIMARY KEY,
            version INTEGER NOT NULL,
            turn INTEGER NOT NULL,
            phase TEXT NOT NULL CHECK (
                phase IN ('open', 'running', 'finished', 'withdrawn', 'expired')
            ),
            pieces INTEGER NOT NULL,
            moves TEXT NOT NULL,
            leave_home INTEGER NOT NULL,
            anti_mirror INTEGER NOT NULL,
            colour TEXT NOT NULL CHECK (colour IN ('white', 'black', 'random')),
            move_limit INTEGER,
            level INTEGER,
            challenger INTEGER NOT NULL REFERENCES people (id),
            invited INTEGER REFERENCES people (id),
            invited_username TEXT,
            code TEXT UNIQUE,
            white INTEGER REFERENCES people (id),
            black INTEGER REFERENCES people (id),
            draw_offer TEXT CHECK (draw_offer IN ('white', 'black')),
            draw_declined INTEGER NOT NULL DEFAULT 0,
            takeback TEXT CHECK (takeback IN ('white', 'black')),
            since INTEGER NOT NULL,
            reminded INTEGER NOT NULL,
            overdue INTEGER NOT NULL,
            rematch_offer TEXT CHECK (rematch_offer IN ('white', 'black')),
            rematch INTEGER UNIQUE REFERENCES games (id),
            winner TEXT CHECK (winner IN ('white', 'black')),
            reason TEXT,
            created_at INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            CHECK (white <> black),
            -- The AI's seat is NULL.
            CHECK (
                phase IN ('open', 'withdrawn', 'expired')
                OR (white IS NULL) + (black IS NULL) = (level IS NOT NULL)
            ),
            CHECK ((phase = 'finished') = (reason IS NOT NULL))
        ) STRICT
        ;
INSERT INTO "games" VALUES(1,15,12,'finished',9,'classic',1,0,'white',NULL,NULL,6100000001,NULL,NULL,NULL,6100000001,6100000002,NULL,0,NULL,1790000330,0,0,NULL,NULL,'black','resigned',1790000000,1790000360);
INSERT INTO "games" VALUES(2,4,1,'running',9,'classic',1,0,'white',NULL,NULL,6100000001,NULL,NULL,NULL,6100000001,6100000002,'black',0,NULL,1790000360,0,0,NULL,NULL,NULL,NULL,1790000360,1790000420);
INSERT INTO "games" VALUES(3,1,0,'open',12,'diagonal',1,1,'random',NULL,NULL,6100000003,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,0,0,0,NULL,NULL,NULL,NULL,1790000420,1790000420);
INSERT INTO "games" VALUES(4,4,2,'running',9,'classic',1,0,'white',NULL,2,6100000001,NULL,NULL,NULL,6100000001,NULL,NULL,0,NULL,1790000420,0,0,NULL,NULL,NULL,NULL,1790000420,1790000420);
INSERT INTO "games" VALUES(5,1,0,'open',16,'classic',1,0,'random',NULL,NULL,6100000002,NULL,NULL,'YYXP56YSMD',NULL,NULL,NULL,0,NULL,0,0,0,NULL,NULL,NULL,NULL,1790000420,1790000420);
CREATE TABLE leftovers (
            chat INTEGER NOT NULL,
            message INTEGER NOT NULL,
            PRIMARY KEY (chat, message)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "leftovers" VALUES(-1002100000001,22);
CREATE TABLE looks (
            game INTEGER NOT NULL REFERENCES games (id),
            ply INTEGER NOT NULL,
            -- White's, in hundredths.
            score INTEGER NOT NULL,
            -- NULL where there was no choice.
            best TEXT,
            PRIMARY KEY (game, ply)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "looks" VALUES(1,0,0,'c3-c4');
INSERT INTO "looks" VALUES(1,1,0,'g8:e8');
INSERT INTO "looks" VALUES(1,2,0,'c4-c5');
INSERT INTO "looks" VALUES(1,3,-300,'g8:e8');
INSERT INTO "looks" VALUES(1,4,300,'d4-d5');
INSERT INTO "looks" VALUES(1,5,-300,'h8:h6');
INSERT INTO "looks" VALUES(1,6,300,'d4-d5');
INSERT INTO "looks" VALUES(1,7,-300,'h8:h6');
INSERT INTO "looks" VALUES(1,8,300,'d4-d5');
INSERT INTO "looks" VALUES(1,9,-300,'g8-h8');
INSERT INTO "looks" VALUES(1,10,300,'e4-e5');
INSERT INTO "looks" VALUES(1,11,-300,'g8-h8');
INSERT INTO "looks" VALUES(1,12,300,'e4-e5');
CREATE TABLE people (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            username TEXT COLLATE NOCASE,
            language_code TEXT,
            language TEXT,
            setup TEXT,
            level INTEGER
        ) STRICT
        ;
INSERT INTO "people" VALUES(6100000001,'Anna','anna',NULL,NULL,'{"pieces": 9, "moves": "classic", "leave_home": true, "anti_mirror": false, "colour": "white", "limit": null}',2);
INSERT INTO "people" VALUES(6100000002,'Boris','boris',NULL,'de','{"pieces": 16, "moves": "classic", "leave_home": true, "anti_mirror": false, "colour": "random", "limit": null}',NULL);
INSERT INTO "people" VALUES(6100000003,'Carla',NULL,NULL,NULL,'{"pieces": 12, "moves": "diagonal", "leave_home": true, "anti_mirror": true, "colour": "random", "limit": null}',NULL);
CREATE TABLE pictures (
            bot INTEGER NOT NULL,
            digest TEXT NOT NULL,
            file_id TEXT NOT NULL,
            PRIMARY KEY (bot, digest)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "pictures" VALUES(7100000001,'7fc6aae05c92c0d58d834df50cb0da78a19083b5d07e3c0ddf6af0bfebfdcbaa','photo-VmMXjKSClt6ngWAEnzdi3TZy');
INSERT INTO "pictures" VALUES(7100000001,'bd29e10a03fa229d81cea0847a688606a7bc66d2e25caf11f52442747aee6aef','animation-8bDpRlEXJjyaXsHq_5x3k-JT');
INSERT INTO "pictures" VALUES(7100000001,'c3040680932d3a13277b22721ea2adf72a99a4436a92bcf9279acabd759ef214','photo-VTUI2RWAg70syRMStifLE9np');
CREATE TABLE plies (
            game INTEGER NOT NULL REFERENCES games (id),
            number INTEGER NOT NULL,
            notation TEXT NOT NULL,
            played_at INTEGER NOT NULL,
            PRIMARY KEY (game, number)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "plies" VALUES(1,1,'c2:c4',1790000000);
INSERT INTO "plies" VALUES(1,2,'f6-e6',1790000030);
INSERT INTO "plies" VALUES(1,3,'c4-d4',1790000060);
INSERT INTO "plies" VALUES(1,4,'h6-h5',1790000090);
INSERT INTO "plies" VALUES(1,5,'a2:c2',1790000120);
INSERT INTO "plies" VALUES(1,6,'f7-e7',1790000150);
INSERT INTO "plies" VALUES(1,7,'c2:a2:a4',1790000180);
INSERT INTO "plies" VALUES(1,8,'h8:h6:h4',1790000210);
INSERT INTO "plies" VALUES(1,9,'a4:a2:c2:c4:e4',1790000240);
INSERT INTO "plies" VALUES(1,10,'e7:e5:e3',1790000270);
INSERT INTO "plies" VALUES(1,11,'b3:d3:f3',1790000300);
INSERT INTO "plies" VALUES(1,12,'f8:h8:h6:f6:d6',1790000330);
INSERT INTO "plies" VALUES(2,1,'a3-a4',1790000360);
INSERT INTO "plies" VALUES(4,1,'a3-a4',1790000420);
INSERT INTO "plies" VALUES(4,2,'f6-f5',1790000420);
CREATE TABLE posts (
            code TEXT PRIMARY KEY,
            person INTEGER NOT NULL REFERENCES people (id),
            message TEXT NOT NULL UNIQUE,
            expires INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "posts" VALUES('I70D4AC1B9154FD7C',6100000002,'f291TWLpt384OE1G-K6lKece',1790605360);
CREATE TABLE ratings (
            id INTEGER PRIMARY KEY,
            game INTEGER NOT NULL REFERENCES games (id),
            person INTEGER NOT NULL REFERENCES people (id),
            rating REAL NOT NULL,
            deviation REAL NOT NULL,
            volatility REAL NOT NULL,
            rated_at INTEGER NOT NULL,
            UNIQUE (game, person)
        ) STRICT
        ;
INSERT INTO "ratings" VALUES(1,1,6100000001,1.33768910609370232124e+03,2.90318963717980409455e+02,5.99996753723381417988e-02,1790000360);
INSERT INTO "ratings" VALUES(2,1,6100000002,1.66231089390629767875e+03,2.90318963717980409455e+02,5.99996753723381417988e-02,1790000360);
CREATE TABLE settings (
            chat INTEGER PRIMARY KEY,
            theme TEXT NOT NULL,
            coordinates INTEGER NOT NULL,
            bottom TEXT NOT NULL CHECK (bottom IN ('own', 'white', 'black')),
            quick_taps INTEGER NOT NULL,
            reminders INTEGER NOT NULL
        , pictures INTEGER NOT NULL DEFAULT 1) STRICT
        ;
INSERT INTO "settings" VALUES(6100000002,'dark',1,'own',0,1,0);
CREATE TABLE silences (
            chat INTEGER NOT NULL,
            -- 0 is the whole chat.
            topic INTEGER NOT NULL,
            why TEXT NOT NULL CHECK (why IN ('gone', 'muted', 'closed')),
            since INTEGER NOT NULL,
            PRIMARY KEY (chat, topic)
        ) STRICT, WITHOUT ROWID
        ;
INSERT INTO "silences" VALUES(6100000003,0,'gone',1790000560);
CREATE TABLE ticket_keys (
            person INTEGER PRIMARY KEY REFERENCES people (id),
            key BLOB NOT NULL
        ) STRICT
        ;
INSERT INTO "ticket_keys" VALUES(6100000002,X'55F53582BD94DE11345E68B6CC9A5B1F08963EC199428EC3A460E54E5CBE354F');
CREATE INDEX people_by_username ON people (username) WHERE username IS NOT NULL;
CREATE INDEX boards_by_chat ON boards (chat);
CREATE INDEX ratings_by_person ON ratings (person);
CREATE INDEX running_by_white ON games (white) WHERE phase = 'running';
CREATE INDEX running_by_black ON games (black) WHERE phase = 'running';
CREATE INDEX open_games ON games (challenger) WHERE phase = 'open';
COMMIT;

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { expect, it } from "vitest";

import { migrate } from "../server/state.ts";
import { withLocalD1 } from "../testing/local-d1.ts";
import { beginRestore } from "./begin-restore.ts";

/** Two runs of wrangler on a busy machine. */
const TIMEOUT_MS = 600_000;

it(
  "npm run d1:restored deletes all reset links and starts comparing D1 with rooms",
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "lotline-restored-"));
    try {
      await migrate(folder);
      const target = ["--local", "--persist-to", folder];
      withLocalD1(folder, (database) =>
        database.exec(`INSERT INTO users (id, first_name, last_name, search_name, email, role, created_at)
            VALUES ('u1', 'Ann', 'Lee', ' ann lee', 'a@b.c', 'User', 0);
          INSERT INTO password_resets (id, user_id, created_at, expires_at) VALUES ('r1', 'u1', 0, 9)`),
      );
      await beginRestore(target);
      const left = withLocalD1(folder, (database) =>
        database
          .prepare(
            `SELECT (SELECT count(*) FROM password_resets) AS resets,
              (SELECT people_up_to || auctions_up_to FROM restores) AS compared`,
          )
          .get(),
      );
      expect(left).toEqual({ resets: 0, compared: "" });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  TIMEOUT_MS,
);

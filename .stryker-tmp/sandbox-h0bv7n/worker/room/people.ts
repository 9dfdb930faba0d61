/** How the people of one auction are called, by id: names are no facts, so they may change without touching the journal. */
// @ts-nocheck

import type { Actor } from "./rpc.ts";

type Row = { id: string; first_name: string; last_name: string; image_url: string | null; masked_email: string };

export class PeopleStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  load(): Map<string, Actor> {
    const rows = this.#sql.exec<Row>("SELECT * FROM people");
    return new Map(
      Array.from(rows, ({ id, first_name, last_name, image_url, masked_email }) => [
        id,
        { id, firstName: first_name, lastName: last_name, imageUrl: image_url, maskedEmail: masked_email },
      ]),
    );
  }

  save({ id, firstName, lastName, imageUrl, maskedEmail }: Actor): void {
    this.#sql.exec(
      `INSERT INTO people (id, first_name, last_name, image_url, masked_email) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name,
         image_url = excluded.image_url, masked_email = excluded.masked_email`,
      id,
      firstName,
      lastName,
      imageUrl,
      maskedEmail,
    );
  }
}

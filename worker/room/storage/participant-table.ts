import { type Participant, Participants } from "./participants.ts";

type ParticipantRow = {
  id: string;
  first_name: string;
  last_name: string;
  image_url: string | null;
  masked_email: string;
  anonymous: number;
  bidder_id: string | null;
  number: number | null;
};

type ParticipantsTurn = { readonly participants: readonly Participant[] };

/** The table `participants`, with a copy of it in memory. */
export class ParticipantTable {
  readonly #sql: SqlStorage;
  #all = new Participants();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  load(): void {
    const rows = this.#sql.exec<ParticipantRow>("SELECT * FROM participants");
    this.#all = new Participants(Array.from(rows, participantOf));
  }

  get participants(): Participants {
    return this.#all;
  }

  write({ participants }: ParticipantsTurn): void {
    for (const participant of participants) this.save(participant);
  }

  commit({ participants }: ParticipantsTurn): void {
    for (const participant of participants) this.#all.set(participant);
  }

  /** A new object, because the last state of an emptied room still uses the old one. */
  reset(): void {
    this.#all = new Participants();
  }

  /** Writes one row. The caller updates `participants` once its transaction has succeeded. */
  save({ id, firstName, lastName, imageUrl, maskedEmail, anonymous = false, bidderId, number }: Participant): void {
    this.#sql.exec(
      `INSERT INTO participants (id, first_name, last_name, image_url, masked_email, anonymous, bidder_id, number)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name,
         image_url = excluded.image_url, masked_email = excluded.masked_email, anonymous = excluded.anonymous,
         bidder_id = excluded.bidder_id, number = excluded.number`,
      id,
      firstName,
      lastName,
      imageUrl,
      maskedEmail,
      Number(anonymous),
      bidderId ?? null,
      number ?? null,
    );
  }
}

function participantOf(row: ParticipantRow): Participant {
  const { id, first_name: firstName, last_name: lastName, image_url: imageUrl, masked_email: maskedEmail } = row;
  const person = { id, firstName, lastName, imageUrl, maskedEmail, anonymous: row.anonymous === 1 };
  const { bidder_id: bidderId, number } = row;
  return bidderId === null || number === null ? person : { ...person, bidderId, number };
}

/** The tables and indexes of a Durable Object, to compare two ways of making them. */

/** Names and texts; a renamed or altered table is stored with other quotes and spaces. */
export function schemaOf({ sql }: DurableObjectStorage): { readonly name: string; readonly text: string | null }[] {
  const query = "SELECT name, sql AS text FROM sqlite_master WHERE name NOT GLOB '_cf_*' ORDER BY name";
  const made = sql.exec<{ name: string; text: string | null }>(query).toArray();
  return made.map(({ name, text }) => ({ name, text: text && text.replace(/["\s]/g, "") }));
}

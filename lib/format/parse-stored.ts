/** A stored JSON text by its schema; undefined if there is none, or if an older version or another writer stored
 *  something else. */
export function parseStored<Value>(
  schema: { safeParse(value: unknown): { readonly data?: Value | undefined } },
  text: string | null | undefined,
): Value | undefined {
  if (text === null || text === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** A statement takes only so many values. */
const atOnce = 500;

/** Reads about many values, some in each statement; the answers one behind the other, in the order of the values. */
export async function inParts<Value, Row>(
  values: readonly Value[],
  read: (part: readonly Value[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let at = 0; at < values.length; at += atOnce) all.push(...(await read(values.slice(at, at + atOnce))));
  return all;
}

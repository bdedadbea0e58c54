/** Databases limit the bound values of a statement. */
const batchSize = 500;

/** Runs a query for many values in several statements; the rows are concatenated in the order of the values. */
export async function inBatches<Value, Row>(
  values: readonly Value[],
  read: (part: readonly Value[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let at = 0; at < values.length; at += batchSize)
    all.push(...(await read(values.slice(at, at + batchSize))));
  return all;
}

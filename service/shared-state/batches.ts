// What is sent to the database goes in statements of a limited size: each is held in memory, and has a time limit.

/** A larger row or file is sent by itself, or in parts of this size. */
export const batchBytes = 8 * 1024 * 1024;
export const batchItems = 500;

/** The items in their order, each batch within the limits; an item that is larger is a batch by itself. */
export function* inBatches<T>(items: Iterable<T>, bytesOf: (item: T) => number): Generator<T[]> {
  let batch: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = bytesOf(item);
    if (batch.length === batchItems || (batch.length > 0 && bytes + size > batchBytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(item);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** `($1, $2), ($3, $4)` for two rows of two columns. */
export function placeholders(rows: number, columns: number): string {
  const row = (at: number) =>
    `(${Array.from({ length: columns }, (_, column) => `$${at * columns + column + 1}`).join(", ")})`;
  return Array.from({ length: rows }, (_, at) => row(at)).join(", ");
}

// The keys by which the server knows an act again that is sent twice.

/** An act as it is sent. */
export interface ActLine {
  method: string;
  path: string;
  body?: string | undefined;
}

/**
 * The act under way by path, and one that got no answer: an equal one joins it by its key, so that two clicks, or one
 * that is repeated after the connection broke, are done once. Another act on the path ends that.
 */
const underWay = new Map<string, { act: string; key: string }>();

/** The key of an act, `own` if it is one of its own even if an equal one is under way; `end` is called with its answer. */
export function actKeyOf({ method, path, body }: ActLine, own?: string): { key: string; end: () => void } {
  const act = `${method} ${body ?? ""}`;
  const known = underWay.get(path);
  const key = own ?? (known?.act === act ? known.key : crypto.randomUUID());
  if (own === undefined) underWay.set(path, { act, key });
  return {
    key,
    end: () => {
      if (underWay.get(path)?.key === key) underWay.delete(path);
    },
  };
}

const blobNumbers = new WeakMap<Blob, number>();
let lastBlobNumber = 0;

/** The `body` of an act that sends these bytes: equal for the same objects, whatever others contain. */
export function blobsLine(blobs: readonly Blob[]): string {
  const numbers = blobs.map((blob) => {
    const number = blobNumbers.get(blob) ?? ++lastBlobNumber;
    blobNumbers.set(blob, number);
    return number;
  });
  return `blobs:${numbers.join(",")}`;
}

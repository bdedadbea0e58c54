/** A longer line is drawn as several: browsers take seconds to lay out a line of a megabyte. */
export const longestLine = 2_000;

export interface RawLines {
  /** Where each piece begins, and where the last one ends. */
  readonly begins: readonly number[];
  /** Whether any line was split. */
  readonly cut: boolean;
}

/** Splits a text into pieces of at most one line each. */
export function rawLines(text: string): RawLines {
  const begins: number[] = [];
  let cut = false;
  for (let from = 0; from < text.length; ) {
    const lineEnd = text.indexOf("\n", from);
    const end = lineEnd === -1 ? text.length : lineEnd + 1;
    begins.push(from);
    for (let at = from + longestLine; at < end - 1; at += longestLine) {
      // Do not split a surrogate pair.
      const inPair = isLowSurrogate(text.charCodeAt(at));
      begins.push(inPair ? at + 1 : at);
      cut = true;
    }
    from = end;
  }
  begins.push(text.length);
  return { begins, cut };
}

const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff;

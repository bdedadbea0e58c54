// Ids of sessions and invocations that a log line names. An id alone could be anything: the word before it says what it is.

export interface NamedId {
  readonly kind: "session" | "invocation";
  readonly id: string;
  /** Place in the text, UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

const namedId = /\b(session|browser|invocation)(?:[_ ]?id)?["']?(?: ?[:=] ?| )["']?([a-z][a-z0-9]{23})\b/gi;

/** The ids in a line's visible text, in order: `session <id>`, `browser: <id>`, `"invocation_id":"<id>"`. */
export function namedIdsIn(text: string): readonly NamedId[] {
  return [...text.matchAll(namedId)].map((found) => {
    const [all, word = "", id = ""] = found;
    const to = found.index + all.length;
    const kind = word.toLowerCase() === "invocation" ? "invocation" : "session";
    return { kind, id, from: to - id.length, to };
  });
}

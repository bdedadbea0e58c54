const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const id = `(?:[a-z][a-z0-9]{23}|${uuid})`;

export const uuidPattern: RegExp = new RegExp(`^${uuid}$`);

/** The forms of the ids of the API; any other text that addresses a resource is its name. */
export const idPattern: RegExp = new RegExp(`^${id}$`);

/** The ids in a text. */
export const idsIn = (text: string): readonly string[] =>
  [...text.matchAll(new RegExp(`\\b${id}\\b`, "g"))].map(([found]) => found);

/** An id cut in the middle so that both ends can be compared: `htzv5o…ifpbv`. Short ids stay whole. */
export function shortId(id: string, head = 6, tail = 5): string {
  return id.length <= head + tail + 2 ? id : `${id.slice(0, head)}…${id.slice(-tail)}`;
}

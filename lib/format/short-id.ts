/** The form of the ids of the API; any other text that addresses a resource is its name. */
export const idPattern = /^[a-z][a-z0-9]{23}$/;

/** An id cut in the middle so that both ends can be compared: `htzv5o…ifpbv`. Short ids stay whole. */
export function shortId(id: string, head = 6, tail = 5): string {
  return id.length <= head + tail + 2 ? id : `${id.slice(0, head)}…${id.slice(-tail)}`;
}

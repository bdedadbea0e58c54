// Lines as a busy crawler writes them, in the JSON that the live stream brings.

/** One in twenty is JSON, one in fifty says a level, one in five has colours. */
function textOf(number: number): string {
  if (number % 20 === 0)
    return `{"level":"info","worker":${number % 16},"url":"https://example.com/items/${number}","ms":${number % 900}}`;
  if (number % 50 === 7)
    return `2026-11-21 03:08:59.120 ERROR worker ${number % 16} lost its proxy at step ${number}`;
  if (number % 5 === 1)
    return `\u001b[32mok\u001b[0m worker ${number % 16} read item ${number} in ${number % 900} ms`;
  return `worker ${number % 16} opened https://example.com/items/${number}?page=${number % 40} after ${number % 900} ms`;
}

/** JSON of an array of `count` lines that begin with `firstId`. */
export function wireText(firstId: number, count: number, atMs: number): string {
  const lines = Array.from({ length: count }, (_, index) => ({
    id: firstId + index,
    at: new Date(atMs + index).toISOString(),
    text: textOf(firstId + index),
  }));
  return JSON.stringify(lines);
}

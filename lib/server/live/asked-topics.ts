// The query of the live stream: `topic=…` once per topic, each followed by `cursor=…` where the viewer has been before.
import {
  type Cursor,
  cursorText,
  liveBounds,
  parseCursor,
  parseLogTopic,
  type Topic,
  topic,
} from "../../bff/live.ts";
import { InvalidInput } from "../../contract/request.ts";

export interface AskedTopic {
  topic: Topic;
  cursor: Cursor | undefined;
}

const fault = (path: string, message: string) => new InvalidInput([{ path, message }]);

/** The topics asked for, in order; throws InvalidInput for anything that is not exactly as described. */
export function readAskedTopics(search: URLSearchParams): AskedTopic[] {
  const asked: AskedTopic[] = [];
  for (const [key, value] of search) {
    if (key === "topic") asked.push({ topic: checkedTopic(value), cursor: undefined });
    else if (key === "cursor") addCursor(asked.at(-1), value);
    else throw fault(`query.${key.slice(0, 64)}`, "is not a known parameter");
  }
  if (asked.length === 0) throw fault("query.topic", "is missing");
  if (asked.length > liveBounds.maxTopics)
    throw fault("query.topic", `may be given ${liveBounds.maxTopics} times`);
  const names = new Set(asked.map((one) => one.topic));
  if (names.size !== asked.length) throw fault("query.topic", "names a topic twice");
  return asked;
}

const sessionId = /^[A-Za-z0-9._~-]{1,128}$/;

/** Control characters have no place in a file's or a process's name, and a relative path leads nowhere. */
function isReadable(text: Topic): boolean {
  const parts = parseLogTopic(text);
  if (parts === undefined) return false;
  if (!sessionId.test(parts.sessionId) || parts.sessionId === "." || parts.sessionId === "..") return false;
  const name = parts.log.source === "path" ? parts.log.path : parts.log.process;
  if (parts.log.source === "path" && !name.startsWith("/")) return false;
  return !/\p{Cc}/u.test(name);
}

function checkedTopic(value: string): Topic {
  const read = topic.safeParse(value);
  if (!read.success || (read.data !== "fleet" && !isReadable(read.data))) {
    throw fault("query.topic", "is not a topic of the live stream");
  }
  return read.data;
}

function addCursor(last: AskedTopic | undefined, value: string): void {
  if (last === undefined) throw fault("query.cursor", "must follow the topic it belongs to");
  if (last.cursor !== undefined) throw fault("query.cursor", "was given twice for a topic");
  if (last.topic === "fleet") throw fault("query.cursor", "has no meaning for the topic fleet");
  if (!cursorText.safeParse(value).success) throw fault("query.cursor", "is not a cursor of the live stream");
  last.cursor = parseCursor(value);
}

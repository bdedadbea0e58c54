// Parses the live stream's query: `topic=<topic>` or `topic=<topic>@<cursor>` once per topic.
import { instancePathFault } from "../../bff/instance-path.ts";
import {
  cursorText,
  liveBounds,
  parseCursor,
  parseLogTopic,
  splitTopicRequest,
  type Topic,
  type TopicRequest,
  topic,
} from "../../bff/live.ts";
import { InvalidInput, unknownParameter } from "../../contract/request.ts";

const invalid = (path: string, message: string) => new InvalidInput([{ path, message }]);

/** The requested topics in order; at most `liveBounds.maxTopics`, each once. Throws InvalidInput for any other query. */
export function parseRequestedTopics(search: URLSearchParams): TopicRequest[] {
  const requestedTopics: TopicRequest[] = [];
  for (const [key, value] of search) {
    if (key !== "topic") throw new InvalidInput([unknownParameter(key.slice(0, 64))]);
    requestedTopics.push(parseTopicRequest(value));
  }
  if (requestedTopics.length === 0) throw invalid("query.topic", "is missing");
  if (requestedTopics.length > liveBounds.maxTopics)
    throw invalid("query.topic", `may be given ${liveBounds.maxTopics} times`);
  const names = new Set(requestedTopics.map(({ topic }) => topic));
  if (names.size !== requestedTopics.length) throw invalid("query.topic", "names a topic twice");
  return requestedTopics;
}

/** Ids that stand for themselves in an address. */
const isValidId = (id: string) => /^[A-Za-z0-9._~-]{1,128}$/.test(id) && id !== "." && id !== "..";

/** Accepts valid ids, the paths that operations on files accept, and names without control characters. */
function isValidLogTopic(text: Topic): boolean {
  const parts = parseLogTopic(text);
  if (parts === undefined) return false;
  if ("invocationId" in parts) return isValidId(parts.invocationId);
  if (!isValidId(parts.sessionId)) return false;
  if (parts.log.source === "telemetry") return true;
  const name = parts.log.source === "path" ? parts.log.path : parts.log.process;
  if (parts.log.source === "path" && instancePathFault(name) !== undefined) return false;
  return !/\p{Cc}/u.test(name);
}

function checkedTopic(value: string): Topic {
  const read = topic.safeParse(value);
  if (!read.success || (read.data !== "fleet" && !isValidLogTopic(read.data))) {
    throw invalid("query.topic", "is not a topic of the live stream");
  }
  return read.data;
}

function parseTopicRequest(value: string): TopicRequest {
  const { topic: name, cursor } = splitTopicRequest(value);
  const requested = checkedTopic(name);
  if (cursor === undefined) return { topic: requested, cursor: undefined };
  if (requested === "fleet")
    throw invalid("query.topic", "has a cursor, which the topic fleet does not have");
  if (!cursorText.safeParse(cursor).success)
    throw invalid("query.topic", "has a text after @ that is not a cursor of the live stream");
  return { topic: requested, cursor: parseCursor(cursor) };
}

// The routes that read JSON or an event stream, as the server itself may call them: server/direct-reads.ts does.
import type { Operation } from "../../contract/operation.ts";
import { perProcess } from "../kernel/per-process.ts";
import type { Reply, StreamReply } from "./reply.ts";
import type { RouteParams } from "./route-input.ts";

/** A route whose response is complete, or a stream. */
export type ReplyRoute<Answer = Reply | StreamReply> = (
  request: Request,
  context: RouteParams,
) => Promise<Answer>;

/** By their paths as the framework names them, such as `/api/browsers/[id]`. */
const reads = perProcess("direct-reads", () => new Map<string, ReplyRoute>());

/** Registers the GET of a path such as `/browsers/{id}`; called when the framework loads the route's file. */
export function registerRead(path: Operation["path"], route: ReplyRoute): void {
  reads().set(`/api${path.replaceAll("{", "[").replaceAll("}", "]")}`, route);
}

/** The GET of a path such as `/api/browsers/[id]`, once its file is loaded. */
export const registeredRead = (path: string): ReplyRoute | undefined => reads().get(path);

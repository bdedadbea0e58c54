import type { FastifyReply, FastifyRequest } from "fastify";
import { operations } from "../../lib/contract/operations/operations.ts";
import { type Implementation, implement } from "../http/route.ts";
import { sendFile } from "../http/send-file.ts";
import { notFound } from "../kernel/problem.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { FinishedReplay, Replays } from "./replays.ts";

const retryAfterSeconds = 5;

/** The API's operations on recordings of sessions. */
export function replayRoutes(deps: { replays: Replays; sessions: Sessions }): Implementation[] {
  const { replays, sessions } = deps;
  return [
    implement(operations.listReplays, async ({ params }) => {
      const found = replays.ofSession(params.id);
      // The record of a pool's session is removed when the session is discarded; its recordings remain.
      if (found.length === 0 && !sessions.record(params.id))
        throw notFound(`the browser session ${params.id}`);
      return { status: 200, body: found };
    }),
    implement(operations.startReplay, async ({ params, body }) => {
      const session = sessions.living(params.id);
      const options = { framerate: body?.framerate, maxDurationSeconds: body?.max_duration_in_seconds };
      return { status: 201, body: await replays.start(session, options) };
    }),
    implement(operations.downloadReplay, async ({ params, request, reply }) => {
      const replay = await replays.open(params.id, params.replay_id);
      if (!replay) return { status: 202, headers: { "retry-after": String(retryAfterSeconds) } };
      await sendVideo(request, reply, replay);
      return undefined;
    }),
    implement(operations.stopReplay, async ({ params }) => {
      await replays.stop(params.id, params.replay_id);
      return { status: 200 };
    }),
  ];
}

/** Sends the video of a finished recording, with its times as headers. */
export function sendVideo(request: FastifyRequest, reply: FastifyReply, { record, video }: FinishedReplay) {
  return sendFile(request, reply, video, {
    contentType: "video/mp4",
    tag: record.id,
    headers: {
      "x-recording-started-at": record.started_at,
      "x-recording-finished-at": record.finished_at ?? "",
    },
  });
}

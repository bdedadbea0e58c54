import type { FastifyReply, FastifyRequest } from "fastify";
import { operations } from "../../lib/contract/operations.ts";
import { notFound } from "../domain/problem.ts";
import type { FinishedReplay, Replays } from "../domain/replays.ts";
import type { Sessions } from "../domain/sessions.ts";
import { unknownSession } from "./browsers.ts";
import { type Implementation, implement } from "./route.ts";
import { sendFile } from "./send-file.ts";

const retryAfterSeconds = 5;

export function replayRoutes(deps: { replays: Replays; sessions: Sessions }): Implementation[] {
  const { replays, sessions } = deps;
  return [
    implement(operations.listReplays, async ({ params }) => {
      const found = replays.ofSession(params.id);
      // A session of a pool leaves no record of its own when it is discarded; its recordings stay.
      if (found.length === 0 && !sessions.record(params.id))
        throw notFound(`the browser session ${params.id}`);
      return { status: 200, body: found };
    }),
    implement(operations.startReplay, async ({ params, body }) => {
      const session = sessions.find(params.id);
      if (!session) throw unknownSession(params.id);
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

/** The video of a finished recording, with when it was made. */
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

// The addresses of replays, which carry a jwt instead of the bearer token: the page and its video.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Paces } from "../../kernel/paces.ts";
import { Problem, unauthorized } from "../../kernel/problem.ts";
import { sendVideo } from "../../replays/replay-routes.ts";
import type { Replays } from "../../replays/replays.ts";
import type { SessionTokens } from "../../sessions/session-tokens.ts";
import { sendPage } from "../page/page.ts";
import { type ReplayPage, replayPage } from "./page.ts";

export class ReplayView {
  readonly #replays: Replays;
  readonly #tokens: SessionTokens;
  readonly #reloadMs: number;
  readonly #frameOrigins: readonly string[];

  constructor(deps: {
    replays: Replays;
    tokens: SessionTokens;
    paces: Paces;
    /** Origins whose pages may show a replay in a frame, as CSP sources. */
    frameOrigins: readonly string[];
  }) {
    this.#frameOrigins = deps.frameOrigins;
    this.#replays = deps.replays;
    this.#tokens = deps.tokens;
    this.#reloadMs = deps.paces.replays.pageReloadMs;
  }

  register(app: FastifyInstance): void {
    app.get("/browser/replay", { exposeHeadRoute: false }, async (request, reply) =>
      sendPage(request, reply, {
        page: async () => replayPage(await this.#page(request)),
        ofProblem: (problem) => replayPage({ state: "message", message: problemText(problem) }),
        frameOrigins: this.#frameOrigins,
      }),
    );
    app.get("/browser/replay/video", { exposeHeadRoute: false }, async (request, reply) => {
      const replay = await this.#replays.openAny(await this.#authorize(request));
      if (!replay) throw new Problem(404, "not_found", "this replay is still being recorded");
      return await sendVideo(request, reply, replay);
    });
  }

  async #page(request: FastifyRequest): Promise<ReplayPage> {
    const id = await this.#authorize(request);
    const replay = await this.#replays.openAny(id);
    await replay?.video.close();
    if (!replay) {
      const startedAt = this.#replays.find(id)?.started_at ?? "";
      return { state: "recording", startedAt, reloadMs: this.#reloadMs };
    }
    const { search } = new URL(request.url, "http://service");
    const { started_at: startedAt, finished_at: finishedAt } = replay.record;
    return {
      state: "finished",
      videoAddress: `/browser/replay/video${search}`,
      startedAt,
      finishedAt: finishedAt ?? startedAt,
    };
  }

  /** The id of the replay that the address is signed for; throws Problem 401. */
  async #authorize(request: FastifyRequest): Promise<string> {
    const { searchParams } = new URL(request.url, "http://service");
    const id = await this.#tokens.verifyReplay(searchParams.get("jwt"));
    if (searchParams.get("replay_id") !== id)
      throw unauthorized("the jwt of this address is for another replay");
    return id;
  }
}

/** The message for an operator whose address cannot be opened. */
function problemText(problem: Problem): string {
  switch (problem.status) {
    case 404:
      return "This replay has no video, or is no longer stored.";
    case 401:
      return "This address is not valid. Open the replay again from the session.";
    default:
      return "The replay cannot be shown.";
  }
}

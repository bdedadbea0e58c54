// The addresses of replays, which carry a jwt of their own instead of the bearer token: the page and its video.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Problem, unauthorized } from "../../domain/problem.ts";
import type { Replays } from "../../domain/replays.ts";
import type { SessionTokens } from "../../domain/session-tokens.ts";
import type { Paces } from "../../paces.ts";
import { sendVideo } from "../../routes/replays.ts";
import { loopbackOrigins } from "../frame-ancestors.ts";
import type { PageAnswer } from "../page.ts";
import { replayPage } from "./page.ts";

export class ReplayView {
  readonly #replays: Replays;
  readonly #tokens: SessionTokens;
  readonly #reloadMs: number;

  constructor(deps: { replays: Replays; tokens: SessionTokens; paces: Paces }) {
    this.#replays = deps.replays;
    this.#tokens = deps.tokens;
    this.#reloadMs = deps.paces.replays.pageReloadMs;
  }

  register(app: FastifyInstance): void {
    app.get("/browser/replay", { exposeHeadRoute: false }, async (request, reply) => {
      const { status, html, headers } = await this.#page(request);
      return reply.code(status).headers(headers).send(html);
    });
    app.get("/browser/replay/video", { exposeHeadRoute: false }, async (request, reply) => {
      const replay = await this.#replays.openAny(await this.#admit(request));
      if (!replay) throw new Problem(404, "not_found", "this replay is still being recorded");
      return await sendVideo(request, reply, replay);
    });
  }

  async #page(request: FastifyRequest): Promise<PageAnswer & { status: number }> {
    try {
      const id = await this.#admit(request);
      const replay = await this.#replays.openAny(id);
      await replay?.video.close();
      if (!replay) {
        const startedAt = this.#replays.find(id)?.started_at ?? "";
        const shown = { state: "recording" as const, startedAt, reloadMs: this.#reloadMs };
        return { status: 200, ...replayPage(shown, loopbackOrigins) };
      }
      const { search } = new URL(request.url, "http://service");
      const { started_at: startedAt, finished_at: finishedAt } = replay.record;
      const shown = {
        state: "finished" as const,
        videoAddress: `/browser/replay/video${search}`,
        startedAt,
        finishedAt: finishedAt ?? startedAt,
      };
      return { status: 200, ...replayPage(shown, loopbackOrigins) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (!request.headers.accept?.includes("text/html")) throw error;
      return {
        status: error.status,
        ...replayPage({ state: "message", message: sentence(error) }, loopbackOrigins),
      };
    }
  }

  /** The replay that an address is for; throws 401. */
  async #admit(request: FastifyRequest): Promise<string> {
    const { searchParams } = new URL(request.url, "http://service");
    const id = await this.#tokens.verifyReplay(searchParams.get("jwt"));
    if (searchParams.get("replay_id") !== id)
      throw unauthorized("the jwt of this address is for another replay");
    return id;
  }
}

/** What an operator reads about an address that does not open. */
function sentence(problem: Problem): string {
  switch (problem.status) {
    case 404:
      return "This replay has no video, or is no longer kept.";
    case 401:
      return "This address is not valid. Open the replay again from the session.";
    default:
      return "The replay cannot be shown.";
  }
}

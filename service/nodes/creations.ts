// The creations of sessions on nodes: how many are under way, and which have failed here whatever became of them there.
import { RecentSet } from "../kernel/recent-set.ts";
import type { NodeLink } from "./node-link.ts";

const abandonedKept = 10_000;

export class Creations {
  readonly #underWay = new Map<NodeLink, number>();
  readonly #abandoned = new RecentSet<string>(abandonedKept);

  countOn(link: NodeLink): number {
    return this.#underWay.get(link) ?? 0;
  }

  /** Counts a creation until `create` settles. */
  async count<Result>(link: NodeLink, create: () => Promise<Result>): Promise<Result> {
    this.#underWay.set(link, this.countOn(link) + 1);
    try {
      return await create();
    } finally {
      const left = this.countOn(link) - 1;
      if (left > 0) this.#underWay.set(link, left);
      else this.#underWay.delete(link);
    }
  }

  /** `creation`: see `createMessage`. */
  abandon(creation: string): void {
    this.#abandoned.add(creation);
  }

  isAbandoned(creation: string): boolean {
    return this.#abandoned.has(creation);
  }
}

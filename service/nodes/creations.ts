// The creations of sessions on nodes: how many are under way, and which have failed here whatever became of them there.
import { RecentSet } from "../kernel/recent-set.ts";
import type { NodeLink } from "./node-link.ts";

const abandonedKept = 10_000;

export class Creations {
  /** By node, by the names of `createMessage`. */
  readonly #underWay = new Map<NodeLink, Set<string>>();
  readonly #abandoned = new RecentSet<string>(abandonedKept);

  countOn(link: NodeLink): number {
    return this.#underWay.get(link)?.size ?? 0;
  }

  /** Counts a creation until `create` settles. */
  async count<Result>(link: NodeLink, creation: string, create: () => Promise<Result>): Promise<Result> {
    const underWay = this.#underWay.get(link) ?? new Set();
    this.#underWay.set(link, underWay.add(creation));
    try {
      return await create();
    } finally {
      underWay.delete(creation);
      if (underWay.size === 0) this.#underWay.delete(link);
    }
  }

  isUnderWay(link: NodeLink, creation: string): boolean {
    return this.#underWay.get(link)?.has(creation) ?? false;
  }

  abandon(creation: string): void {
    this.#abandoned.add(creation);
  }

  isAbandoned(creation: string): boolean {
    return this.#abandoned.has(creation);
  }
}

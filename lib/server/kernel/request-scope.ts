// What belongs to one request from its arrival in server/main.ts to the last call that it causes.
import { AsyncLocalStorage } from "node:async_hooks";
import { perProcess } from "./per-process.ts";

/** One request under way. */
export interface RequestScope {
  /** The template of its route below `/api`, such as `/browsers/{id}`; undefined until a route was found. */
  route: string | undefined;
}

const storage = perProcess("request-scope", () => new AsyncLocalStorage<RequestScope>());

/** Runs `work` and all that follows from it as part of a request. */
export const inRequestScope = <T>(scope: RequestScope, work: () => T): T => storage().run(scope, work);

/** The request that the caller is part of; undefined outside of one. */
export const requestScope = (): RequestScope | undefined => storage().getStore();

import { BadInstancePath } from "../kernel/instance-path.ts";
import { forbidden, Problem } from "../kernel/problem.ts";

/** Converts BadInstancePath to Problem 400, 403 or 404 with the same message. */
export async function onPaths<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof BadInstancePath)) throw error;
    switch (error.kind) {
      case "invalid":
        throw new Problem(400, "bad_request", error.message);
      case "forbidden":
        throw forbidden(error.message);
      case "missing":
        throw new Problem(404, "not_found", error.message);
    }
  }
}

import { rename } from "node:fs/promises";
import { operations } from "../../lib/contract/operations.ts";
import { badRequest, notFound, type Problem } from "../domain/problem.ts";
import type { Sessions } from "../domain/sessions.ts";
import { BadInstancePath, codeOf, resolveInside } from "../instance/paths.ts";
import { unknownSession } from "./browsers.ts";
import { type Implementation, implement } from "./route.ts";

export function fileRoutes({ sessions }: { sessions: Sessions }): Implementation[] {
  return [
    implement(operations.moveFile, async ({ params, body }) => {
      const session = sessions.find(params.id);
      if (!session) throw unknownSession(params.id);
      const { root } = session.instance.paths;
      try {
        const from = await resolveInside(root, body.src_path, { followLast: false });
        const to = await resolveInside(root, body.dest_path, { followLast: false });
        await rename(from, to);
      } catch (error) {
        throw moveProblem(error);
      }
      return { status: 200 };
    }),
  ];
}

/** Why a move is refused; a fault that is not the caller's stays as it is. */
function moveProblem(error: unknown): Problem | unknown {
  if (error instanceof BadInstancePath) return badRequest(error.message);
  switch (codeOf(error)) {
    case "ENOENT":
      return notFound("src_path, or the directory that dest_path is to be in,");
    case "ENOTDIR":
      return badRequest("a part of a path is not a directory, or a directory would replace a file");
    case "EISDIR":
      return badRequest("dest_path is a directory and src_path is not");
    case "ENOTEMPTY":
    case "EEXIST":
      return badRequest("dest_path is a directory that is not empty");
    case "EINVAL":
    case "EBUSY":
      return badRequest("a directory cannot be moved into itself");
    case "EXDEV":
      return badRequest("dest_path is on another file system");
    case "ENAMETOOLONG":
      return badRequest("a path is too long");
    default:
      return error;
  }
}

import { operations } from "../../lib/contract/operations/operations.ts";
import { type Implementation, implement, page } from "../http/route.ts";
import type { Profiles } from "./profiles.ts";

/** The API's operations on profiles. */
export function profileRoutes(profiles: Profiles): Implementation[] {
  return [
    implement(operations.listProfiles, async ({ query }) => ({
      status: 200,
      ...page(profiles.list(query.query), query, "whole"),
    })),
    implement(operations.createProfile, async ({ body }) => ({
      status: 201,
      body: profiles.create(body?.name),
    })),
    implement(operations.retrieveProfile, async ({ params }) => ({
      status: 200,
      body: profiles.retrieve(params.id_or_name),
    })),
    implement(operations.updateProfile, async ({ params, body }) => ({
      status: 200,
      body: profiles.rename(params.id_or_name, body.name),
    })),
    implement(operations.deleteProfile, async ({ params }) => {
      await profiles.delete(params.id_or_name);
      return { status: 204 };
    }),
    implement(operations.downloadProfile, async ({ params, reply }) => {
      const file = await profiles.openState(params.id_or_name);
      if (!file) return { status: 202, headers: { "retry-after": "5" } };
      const { size } = await file.stat();
      reply
        .code(200)
        .header("content-type", "application/octet-stream")
        .header("content-length", size)
        .header("cache-control", "no-store");
      // The stream closes the file, also when the client disconnects.
      reply.send(file.createReadStream());
      return undefined;
    }),
  ];
}

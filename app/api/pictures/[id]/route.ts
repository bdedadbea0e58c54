import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { readPicture, sessionsOfPicture } from "@/lib/server/pictures/picture-reads";

export const GET = defineRoute(ownOperations.readPicture, {
  handler: async ({ input: { params }, db }) => ({
    status: 200,
    bytes: await readPicture(db, params.id),
    headers: { "content-type": "image/png" },
  }),
  opens: ({ params }, db) => sessionsOfPicture(db, params.id),
});

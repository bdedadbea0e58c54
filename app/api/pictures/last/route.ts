import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { havingPictures, lastPictures } from "@/lib/server/pictures/picture-reads";

export const GET = defineRoute(ownOperations.lastPictures, {
  answer: ({ input: { query }, db }) => lastPictures(db, query.session_id),
  opens: ({ query }, db) => havingPictures(db, query.session_id),
});

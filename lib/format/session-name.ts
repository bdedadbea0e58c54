import { shortId } from "./short-id.ts";

/** A browser as texts name it: by its name, without one by its shortened id. */
export const sessionName = ({
  session_id: id,
  name,
}: {
  session_id: string;
  name?: string | null | undefined;
}) => name || shortId(id);

// What every call says about the page that makes it.
import { bffHeaders } from "../bff/headers.ts";
import { isActive } from "./activity.ts";

let pageOperator: string | undefined;

/** States the id of the account that this page was rendered for. On the server it changes nothing. */
export function setPageOperator(id: string): void {
  if (typeof window !== "undefined") pageOperator = id;
}

/** The headers of a call: whose page it is, and whether someone is at it. */
export const pageHeaders = (): Record<string, string> => ({
  ...(isActive() && { [bffHeaders.active]: "1" }),
  ...(pageOperator !== undefined && { [bffHeaders.operator]: pageOperator }),
});

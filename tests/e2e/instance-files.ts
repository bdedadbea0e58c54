// Files in the instance of a session, made and read past the dashboard.
import { operations } from "../../lib/contract/operations.ts";
import { encodeQuery, fillPath } from "../../lib/contract/request.ts";
import type { ApiClient } from "../support/api-client.ts";

/** Writes a file of a session's instance. */
export async function writeFile(api: ApiClient, id: string, path: string, content: string): Promise<void> {
  const { writeFile: write } = operations;
  const url = `${api.url}${fillPath(write.path, { id })}?${encodeQuery(write.query, { path })}`;
  const headers = { authorization: `Bearer ${api.token}`, "content-type": "application/octet-stream" };
  const response = await fetch(url, { method: "PUT", headers, body: content });
  if (!response.ok) throw new Error(`${path} was not written: ${response.status}`);
}

/** The text of a file of a session's instance. */
export async function readFile(api: ApiClient, id: string, path: string): Promise<string> {
  return (await api.bytes(operations.readFile, { params: { id }, query: { path } })).toString();
}

// The files of a session's instance, as the dashboard's server answers about them.

import { type FileInfo, fileMove } from "@/lib/contract/files";
import { operations } from "@/lib/contract/operations/operations";
import { type Call, problem, type ScriptedBff } from "./scripted-bff.ts";

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
const folderOf = (path: string) => path.slice(0, Math.max(1, path.lastIndexOf("/")));
const pathIn = ({ query }: Call) => query.get("path") ?? "";

/** Files by their paths; a folder is there as long as something is in it, or as it was made. */
export class ScriptedSessionFiles {
  readonly files = new Map<string, string>();
  readonly folders = new Set<string>();

  constructor(bff: ScriptedBff, files: Readonly<Record<string, string>> = {}) {
    for (const [path, text] of Object.entries(files)) this.files.set(path, text);
    bff
      .on(operations.listFiles, (call) =>
        this.#isFolder(pathIn(call)) ? Response.json(this.#list(pathIn(call))) : missing(),
      )
      .on(operations.retrieveFileInfo, (call) => {
        const info = this.#info(pathIn(call));
        return info === undefined ? missing() : Response.json(info);
      })
      .on(operations.readFile, (call) => {
        const text = this.files.get(pathIn(call));
        if (text === undefined) return missing();
        const headers = { "content-disposition": `attachment; filename="${nameOf(pathIn(call))}"` };
        return new Response(text, { headers });
      })
      .on(operations.moveFile, ({ body }) => {
        const { src_path: from, dest_path: to } = fileMove.parse(body);
        const text = this.files.get(from);
        if (text === undefined) return missing();
        this.files.delete(from);
        this.files.set(to, text);
        return new Response(null, { status: 204 });
      });
  }

  #isFolder(path: string): boolean {
    const below = path === "/" ? "/" : `${path}/`;
    return (
      path === "/" ||
      [...this.folders, ...this.files.keys()].some((each) =>
        each === path ? this.folders.has(each) : each.startsWith(below),
      )
    );
  }

  #info(path: string): FileInfo | undefined {
    const text = this.files.get(path);
    const is_dir = text === undefined;
    if (is_dir && !this.#isFolder(path)) return undefined;
    return {
      name: nameOf(path),
      path,
      size_bytes: text?.length ?? 0,
      is_dir,
      mod_time: "2026-01-02T03:04:05Z",
      mode: is_dir ? "drwxr-xr-x" : "-rw-r--r--",
    };
  }

  #list(folder: string): FileInfo[] {
    const paths = new Set<string>();
    for (const each of [...this.folders, ...this.files.keys()])
      for (let path = each; path !== "/"; path = folderOf(path))
        if (folderOf(path) === folder) paths.add(path);
    return [...paths].flatMap((path) => this.#info(path) ?? []);
  }
}

const missing = () => problem(404, "not_found", "There is no such file or folder.");

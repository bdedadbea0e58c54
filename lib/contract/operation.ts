// An operation as data: everything a server needs to route it and a client needs to call it.
import type * as z from "zod/mini";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type Tag =
  | "Invocations"
  | "Browsers"
  | "Proxies"
  | "Apps"
  | "Deployments"
  | "Profiles"
  | "Extensions"
  | "Browser Pools";

export type RequestBody =
  | {
      kind: "json";
      schema: z.ZodMiniType;
      required: boolean;
      /** Unknown properties are refused by the server, not only by our own clients: wire.md §9. */
      closed?: true;
      /** Bytes of JSON text a server takes, where the usual bound is too small. */
      maxBytes?: number;
    }
  | { kind: "multipart"; schema: z.ZodMiniType; required: true }
  /** Raw bytes. `contentType` is what our own clients send; a server takes any. */
  | { kind: "bytes"; contentType: string; required: boolean };

export type Answer =
  | { kind: "json"; schema: z.ZodMiniType }
  /** A bare array; `paged` says that the paging headers go with it. */
  | { kind: "list"; item: z.ZodMiniType; paged: boolean }
  | { kind: "events"; item: z.ZodMiniType }
  | { kind: "bytes"; contentType: string }
  | { kind: "empty" };

export interface Operation {
  id: string;
  tag: Tag;
  /** True for the operations that api.md §4 shows; the others may be missing from an upstream. */
  shown: boolean;
  method: Method;
  /** Template such as `/browsers/{id}/logs/stream`. */
  path: string;
  summary: string;
  params: z.ZodMiniObject<Record<string, z.ZodMiniType<string>>>;
  query: z.ZodMiniObject;
  body?: RequestBody;
  answers: Readonly<Partial<Record<number, Answer>>>;
  /** Error statuses beyond 401 and 500, which every operation may answer. */
  errors: readonly number[];
}

/** Keeps the literal types of an operation. */
export const defineOperation = <const Op extends Operation>(operation: Op): Op => operation;

type Empty = Record<never, never>;
// An object schema without fields has `string` as its key type.
type ParamsPart<Op extends Operation> = string extends keyof z.input<Op["params"]>
  ? Empty
  : { params: z.input<Op["params"]> };
type QueryPart<Op extends Operation> = string extends keyof z.output<Op["query"]>
  ? Empty
  : Empty extends z.output<Op["query"]>
    ? { query?: z.output<Op["query"]> }
    : { query: z.output<Op["query"]> };
type BodyValue<Body> = Body extends { kind: "bytes" }
  ? Uint8Array
  : Body extends { schema: infer Schema extends z.ZodMiniType }
    ? z.input<Schema>
    : never;
type BodyPart<Op extends Operation> = Op extends { body: infer Body extends RequestBody }
  ? Body extends { required: true }
    ? { body: BodyValue<Body> }
    : { body?: BodyValue<Body> }
  : Empty;

/** What a caller hands in: path parameters, query values (typed, not text) and body. */
export type OperationInput<Op extends Operation> = ParamsPart<Op> & QueryPart<Op> & BodyPart<Op>;

type AnswerValue<A> = A extends { kind: "json"; schema: infer Schema extends z.ZodMiniType }
  ? z.output<Schema>
  : A extends { kind: "list"; item: infer Item extends z.ZodMiniType }
    ? z.output<Item>[]
    : undefined;

/** The parsed body of a successful answer: an item, an array of items, or undefined when it has no JSON. */
export type OperationAnswer<Op extends Operation> = AnswerValue<Op["answers"][keyof Op["answers"]]>;

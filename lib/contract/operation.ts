// An API operation as data: what a server needs to route it and a client needs to call it.
import * as z from "zod/mini";

/** HTTP methods of the API. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Resource groups of the specification; tags of the OpenAPI document. */
export type Tag =
  | "Invocations"
  | "Browsers"
  | "Proxies"
  | "Apps"
  | "Deployments"
  | "Profiles"
  | "Extensions"
  | "Browser Pools";

/** The body of a request, by media type. */
export type RequestBody =
  | {
      kind: "json";
      schema: z.ZodMiniType;
      required: boolean;
      /** The server refuses unknown properties, as the published API declares for this operation. */
      closed?: true;
      /** Maximum size of the JSON text in bytes, where the server's default is too small. */
      maxBytes?: number;
    }
  | { kind: "multipart"; schema: z.ZodMiniType; required: true }
  /** Raw bytes. Our clients send `contentType`; a server accepts any. */
  | { kind: "bytes"; contentType: string; required: boolean };

/** The body of a successful response. */
export type Answer =
  | { kind: "json"; schema: z.ZodMiniType }
  /**
   * A bare array, with paging headers when `paged`. With "cursor" the next offset is a position that only the server
   * understands, and a page may be empty while others follow.
   */
  | { kind: "list"; item: z.ZodMiniType; paged: boolean | "cursor" }
  | { kind: "events"; item: z.ZodMiniType }
  | { kind: "bytes"; contentType: string }
  | { kind: "empty" };

/** One operation of the API. */
export interface Operation {
  id: string;
  tag: Tag;
  /** True for the operations of the specification; an upstream may lack the others. */
  shown: boolean;
  method: Method;
  /** Path template such as `/browsers/{id}/logs/stream`. */
  path: string;
  summary: string;
  params: z.ZodMiniObject<Record<string, z.ZodMiniType<string>>>;
  query: z.ZodMiniObject;
  body?: RequestBody;
  answers: Readonly<Partial<Record<number, Answer>>>;
  /** Error statuses besides 401 and 500, which every operation may return. */
  errors: readonly number[];
}

/** No path or query parameters. */
const none = z.object({});

type Defaults = Pick<Operation, "tag" | "shown" | "params" | "query" | "errors">;
/** An operation as its table states it: the id is its key, and some of the rest has defaults. */
type Row = Omit<Operation, "id" | keyof Defaults> & Partial<Defaults>;

type Complete<Id, R extends Row> = Pick<Operation, "tag" | "shown" | "errors"> &
  Omit<R, keyof Defaults> & {
    id: Id;
    params: R extends { params: infer Params } ? Params : typeof none;
    query: R extends { query: infer Query } ? Query : typeof none;
  };

/**
 * Declares operations with their literal types. By default an operation has the tag, is not part of the specification
 * (`shown`), has no parameters and no query, and returns no errors but 401 and 500.
 */
export function defineOperations<const Table extends Record<string, Row>>(
  tag: Tag,
  table: Table,
): { [Id in keyof Table]: Complete<Id, Table[Id]> } {
  const defaults: Defaults = { tag, shown: false, params: none, query: none, errors: [] };
  const complete = Object.entries(table).map(([id, row]) => [id, { ...defaults, ...row, id }]);
  return Object.fromEntries(complete);
}

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

/** Input of a call: path parameters, typed query values and body, each only where the operation has it. */
export type OperationInput<Op extends Operation> = ParamsPart<Op> & QueryPart<Op> & BodyPart<Op>;

type AnswerValue<A> = A extends { kind: "json"; schema: infer Schema extends z.ZodMiniType }
  ? z.output<Schema>
  : A extends { kind: "list"; item: infer Item extends z.ZodMiniType }
    ? z.output<Item>[]
    : undefined;

/** The parsed body of a successful response: an item, an array of items, or undefined when it is not JSON. */
export type OperationAnswer<Op extends Operation> = AnswerValue<Op["answers"][keyof Op["answers"]]>;

// Query options built on one operation of the contract. The key is that operation and its input, below a prefix by
// which the queries of a noun are invalidated together.
import { type QueryKey, queryOptions } from "@tanstack/react-query";
import type { Operation, OperationInput } from "../contract/operation.ts";
import { bff } from "./bff.ts";

/** Reads an array: the data is a `Page`. Fails with a BffError. */
export const listQuery = <const Prefix extends QueryKey, Op extends Operation>(
  prefix: Prefix,
  operation: Op,
  input: OperationInput<Op>,
) =>
  queryOptions({
    queryKey: [...prefix, operation.id, input] as const,
    queryFn: ({ signal }) => bff.list(operation, input, { signal }),
  });

/** Reads an object: the data is a `One`. Fails with a BffError. */
export const oneQuery = <const Prefix extends QueryKey, Op extends Operation>(
  prefix: Prefix,
  operation: Op,
  input: OperationInput<Op>,
) =>
  queryOptions({
    queryKey: [...prefix, operation.id, input] as const,
    queryFn: ({ signal }) => bff.one(operation, input, { signal }),
  });

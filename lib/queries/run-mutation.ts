import type { MutationOptions, QueryClient } from "@tanstack/react-query";

/**
 * Runs a mutation for no view in particular, and throws what it throws. Its state is in the mutation cache, which drops it some
 * time afterwards; that of a MutationObserver to which nothing subscribes would stay.
 */
export const runMutation = <Data, Failure, Variables, Context>(
  client: QueryClient,
  options: MutationOptions<Data, Failure, Variables, Context>,
  variables: Variables,
): Promise<Data> =>
  client.getMutationCache().build(client, client.defaultMutationOptions(options)).execute(variables);

/** A question to the operator that one answer settles for all calls that wait for it. */
export function sharedQuestion<Parameters extends unknown[], Answer>() {
  type Ask = (...parameters: Parameters) => Promise<Answer>;
  let asks: Ask | undefined;
  let pending: Promise<Answer> | undefined;
  return {
    /** Makes `handler` ask until the returned function is called. */
    handle: (handler: Ask) => {
      asks = handler;
      return () => {
        if (asks === handler) asks = undefined;
      };
    },
    /** The answer to the open question; undefined: none is open. */
    pending: () => pending,
    /** Asks where no question is open; undefined: nobody can ask. */
    ask: (...parameters: Parameters) => {
      pending ??= asks?.(...parameters).finally(() => {
        pending = undefined;
      });
      return pending;
    },
  };
}

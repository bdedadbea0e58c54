/** In place of a part that could not be fetched: the page goes on without it. */
export const without = () => () => null;

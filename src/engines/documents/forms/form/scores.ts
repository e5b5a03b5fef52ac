/** Score of each tag at each token; rows by token. */
export interface Scores {
  tags: number;
  values: Float32Array;
}

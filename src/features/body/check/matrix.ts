/** Returns element `index`; the caller guarantees that it exists. */
export function at(values: ArrayLike<number>, index: number): number {
  return values[index] as number;
}

/** Replaces the lower triangle of the row-major n × n matrix by its Cholesky factor; false when it is not positive definite. */
export function factorize(matrix: Float64Array, n: number): boolean {
  for (let row = 0; row < n; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = at(matrix, row * n + column);
      for (let inner = 0; inner < column; inner += 1) {
        sum -= at(matrix, row * n + inner) * at(matrix, column * n + inner);
      }
      if (row === column) {
        if (!(sum > 0)) return false;
        matrix[row * n + row] = Math.sqrt(sum);
      } else {
        matrix[row * n + column] = sum / at(matrix, column * n + column);
      }
    }
  }
  return true;
}

/** Computes twice the sum of the logarithms of a Cholesky factor's diagonal. */
export function logDeterminant(factor: Float64Array, n: number): number {
  let sum = 0;
  for (let row = 0; row < n; row += 1) sum += Math.log(at(factor, row * n + row));
  return 2 * sum;
}

/** The inverse of the matrix whose Cholesky factor is given, row-major and symmetric. */
export function inverseOf(factor: Float64Array, n: number): Float64Array {
  const triangle = new Float64Array(n * n);
  for (let column = 0; column < n; column += 1) {
    triangle[column * n + column] = 1 / at(factor, column * n + column);
    for (let row = column + 1; row < n; row += 1) {
      let sum = 0;
      for (let inner = column; inner < row; inner += 1) {
        sum -= at(factor, row * n + inner) * at(triangle, inner * n + column);
      }
      triangle[row * n + column] = sum / at(factor, row * n + row);
    }
  }
  const inverse = new Float64Array(n * n);
  for (let row = 0; row < n; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = 0;
      for (let inner = row; inner < n; inner += 1) {
        sum += at(triangle, inner * n + row) * at(triangle, inner * n + column);
      }
      inverse[row * n + column] = sum;
      inverse[column * n + row] = sum;
    }
  }
  return inverse;
}

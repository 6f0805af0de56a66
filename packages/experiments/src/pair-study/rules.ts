/** What the paper leaves open, as it was fixed before the study was first run. */
export const pairStudyRules: readonly string[] = [
  "T-test: one linear unit is trained to maximise Welch's |t| between both sides; p is two-sided, of Welch's t of its " +
    "outputs on the test pairs.",
  "Paired T-test: the same with the paired t; p is two-sided with n − 1 degrees of freedom. Where the differences on the " +
    "test pairs have a standard deviation of at most a millionth of their mean, t is undefined and p = 0.",
  "C2ST: a linear classifier sees one point and says on which side of its pair it lies. Permutation: a classifier sees both " +
    "points of a pair in a random order, drawn anew in each step, and says in which. For both p is one-sided, exact " +
    "binomial: the chance that a fair coin is right at least as often on the test points (2n) or test pairs (n), taken as " +
    "independent.",
  "The test pairs of the permutation test are shown in a random order too. The paper's listing leaves them in their given " +
    "order, in which the classifier's answers say nothing about the drawn bits.",
  "Training is full-batch Adam with a fixed number of steps; p is averaged over the seeds. A p below 1e-308 is shown as 0.",
];

From Coq Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
Open Scope R_scope.

Notation DL := (@is_derive R_AbsRing R_NormedModule).
Definition root (q x : R) := if Rle_dec x 0 then 0 else exp (ln x / q).

Lemma above_tangent : forall x, 0 < x -> 0 <= x - 1 - ln x.
Proof. intros x H. pose proof (exp_ineq1_le (ln x)) as K. rewrite exp_ln in K; lra. Qed.
Lemma ln_grows : forall x y, 0 < x -> x <= y -> ln x <= ln y.
Proof. intros x y H [K|K]; [left; now apply ln_increasing | right; now rewrite K]. Qed.
Lemma exp_grows : forall x y, x <= y -> exp x <= exp y.
Proof. intros x y [K|K]; [left; now apply exp_increasing | right; now rewrite K]. Qed.
Lemma exp_times : forall (n : nat) x y, y = IZR (Z.of_nat n) * x -> exp y = exp x ^ n.
Proof.
  intros n x y E. subst y. rewrite <- INR_IZR_INZ. induction n as [|n I].
  - simpl. rewrite Rmult_0_l. apply exp_0.
  - rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus, I. simpl. ring.
Qed.
Lemma exp_over : forall (n : nat) x y, y = - (IZR (Z.of_nat n) * x) -> exp y = / (exp x ^ n).
Proof. intros n x y E. subst y. rewrite exp_Ropp. f_equal. now apply exp_times. Qed.
Lemma exp_of_ln : forall (n : nat) x y, 0 < x -> y = IZR (Z.of_nat n) * ln x -> exp y = x ^ n.
Proof. intros n x y H E. rewrite (exp_times n (ln x) y E). now rewrite exp_ln. Qed.
Lemma exp_of_ln_over : forall (n : nat) x y, 0 < x -> y = - (IZR (Z.of_nat n) * ln x) -> exp y = / (x ^ n).
Proof. intros n x y H E. rewrite (exp_over n (ln x) y E). now rewrite exp_ln. Qed.
Lemma exp_times_1 : forall x y, y = x -> exp y = exp x.
Proof. intros x y E. now subst. Qed.
Lemma exp_over_1 : forall x y, y = - x -> exp y = / exp x.
Proof. intros x y E. subst y. apply exp_Ropp. Qed.
Lemma exp_of_ln_1 : forall x y, 0 < x -> y = ln x -> exp y = x.
Proof. intros x y H E. subst y. now apply exp_ln. Qed.
Lemma exp_of_ln_over_1 : forall x y, 0 < x -> y = - ln x -> exp y = / x.
Proof. intros x y H E. subst y. rewrite exp_Ropp. now rewrite exp_ln. Qed.
Lemma exp_of_half_ln : forall x, 0 < x -> exp (ln x / 2) = sqrt x.
Proof.
  intros x H. symmetry. apply sqrt_lem_1; [lra | left; apply exp_pos |].
  rewrite <- exp_plus. replace (ln x / 2 + ln x / 2) with (ln x) by field. now apply exp_ln.
Qed.
Definition LN (x y : R) := 0 < x /\ ln x = y.
Lemma LN_self : forall x, 0 < x -> LN x (ln x).
Proof. intros x H. now split. Qed.
Lemma LN_mult : forall x y a b, LN x a -> LN y b -> LN (x * y) (a + b).
Proof. intros x y a b [H E] [K F]. split; [now apply Rmult_lt_0_compat |]. rewrite ln_mult; lra. Qed.
Lemma LN_inv : forall x a, LN x a -> LN (/ x) (- a).
Proof. intros x a [H E]. split; [now apply Rinv_0_lt_compat |]. rewrite ln_Rinv; lra. Qed.
Lemma LN_pow : forall (n : nat) x a, LN x a -> LN (x ^ n) (IZR (Z.of_nat n) * a).
Proof.
  intros n x a [H E]. split; [now apply pow_lt |]. rewrite <- INR_IZR_INZ, <- E. induction n as [|n I].
  - simpl. rewrite ln_1. ring.
  - rewrite S_INR. change (x ^ S n) with (x * x ^ n). rewrite ln_mult; [rewrite I; ring | assumption | now apply pow_lt].
Qed.
Lemma LN_exp : forall x, LN (exp x) x.
Proof. intros x. split; [apply exp_pos | apply ln_exp]. Qed.
Lemma LN_sqrt : forall x a, LN x a -> LN (sqrt x) (a / 2).
Proof.
  intros x a [H E]. split; [now apply sqrt_lt_R0 |]. rewrite <- E, <- exp_of_half_ln by assumption. apply ln_exp.
Qed.
Lemma LN_is : forall x y a b, LN x a -> y = x -> b = a -> LN y b.
Proof. intros x y a b H E F. now subst. Qed.
Lemma not_0_of : forall x y, x <> 0 -> x = y -> y <> 0.
Proof. intros x y H E K. apply H. lra. Qed.

(* derivatives, in the form in which the slope is written *)
Lemma D_is : forall (f : R -> R) (x a b : R), DL f x a -> @eq R a b -> DL f x b.
Proof. intros f x a b H E. now subst. Qed.
Lemma D_const : forall c x : R, DL (fun _ => c) x 0.
Proof. intros. apply (is_derive_const c x). Qed.
Lemma D_id : forall x : R, DL (fun t => t) x 1.
Proof. intros. apply (is_derive_id x). Qed.
Lemma D_plus : forall (f g : R -> R) x a b, DL f x a -> DL g x b -> DL (fun t => f t + g t) x (a + b).
Proof. intros. now apply (is_derive_plus f g). Qed.
Lemma D_mult : forall (f g : R -> R) x a b, DL f x a -> DL g x b ->
  DL (fun t => f t * g t) x (a * g x + f x * b).
Proof. intros. apply (is_derive_mult f g); try assumption. intros; apply Rmult_comm. Qed.
Lemma D_comp : forall (f : R -> R) (g : R -> R) x a b, DL f (g x) b -> DL g x a -> DL (fun t => f (g t)) x (a * b).
Proof. intros. apply (is_derive_comp f g x b a); assumption. Qed.
Lemma D_exp : forall (f : R -> R) x a, DL f x a -> DL (fun t => exp (f t)) x (a * exp (f x)).
Proof. intros. apply (D_comp exp f); [apply is_derive_exp | assumption]. Qed.
Lemma D_ln : forall (f : R -> R) x a, 0 < f x -> DL f x a -> DL (fun t => ln (f t)) x (a * / f x).
Proof. intros. apply (D_comp ln f); [now apply is_derive_ln | assumption]. Qed.
Lemma D_inv : forall (f : R -> R) x a, f x <> 0 -> DL f x a -> DL (fun t => / f t) x (- a * / (f x ^ 2)).
Proof. intros. apply (D_is _ _ (- a / (f x) ^ 2)); [now apply is_derive_inv | reflexivity]. Qed.
Lemma D_pow : forall (n : nat) (f : R -> R) x a, DL f x a ->
  DL (fun t => f t ^ n) x (IZR (Z.of_nat n) * a * f x ^ pred n).
Proof. intros. rewrite <- INR_IZR_INZ. now apply is_derive_pow. Qed.
Lemma D_sqrt : forall (f : R -> R) x a, 0 < f x -> DL f x a -> DL (fun t => sqrt (f t)) x (a * / (2 * sqrt (f x))).
Proof. intros. apply (D_is _ _ (a / (2 * sqrt (f x)))); [now apply is_derive_sqrt | reflexivity]. Qed.
Ltac derive := cbv beta; lazymatch goal with
  | |- DL (fun _ => ?c) _ _ => apply D_const
  | |- DL (fun t => t) _ _ => apply D_id
  | |- DL (fun t => @?f t + @?g t) _ _ => eapply (D_plus f g); derive
  | |- DL (fun t => @?f t * @?g t) _ _ => eapply (D_mult f g); derive
  | |- DL (fun t => exp (@?f t)) _ _ => eapply (D_exp f); derive
  | |- DL (fun t => ln (@?f t)) _ _ => eapply (D_ln f); derive
  | |- DL (fun t => / (@?f t)) _ _ => eapply (D_inv f); derive
  | |- DL (fun t => sqrt (@?f t)) _ _ => eapply (D_sqrt f); derive
  | |- DL (fun t => (@?f t) ^ ?n) _ _ => eapply (D_pow n f); derive
  | |- _ => idtac
  end.

(* continuity, at ends of domains too *)
Lemma C_plus : forall (f g : R -> R) x, continuity_pt f x -> continuity_pt g x -> continuity_pt (fun t => f t + g t) x.
Proof. intros. now apply continuity_pt_plus. Qed.
Lemma C_mult : forall (f g : R -> R) x, continuity_pt f x -> continuity_pt g x -> continuity_pt (fun t => f t * g t) x.
Proof. intros. now apply continuity_pt_mult. Qed.
Lemma C_comp : forall (h f : R -> R) x, continuity_pt h (f x) -> continuity_pt f x -> continuity_pt (fun t => h (f t)) x.
Proof. intros h f x H K. exact (continuity_pt_comp f h x K H). Qed.
Lemma C_const : forall c x : R, continuity_pt (fun _ => c) x.
Proof. intros. apply continuity_pt_const. now intros ? ?. Qed.
Lemma C_id : forall x : R, continuity_pt (fun t => t) x.
Proof. intros. apply (continuity_pt_id x). Qed.
Lemma C_exp : forall (f : R -> R) x, continuity_pt f x -> continuity_pt (fun t => exp (f t)) x.
Proof. intros f x H. apply (C_comp exp); [apply derivable_continuous_pt, derivable_pt_exp | assumption]. Qed.
Lemma C_ln : forall (f : R -> R) x, 0 < f x -> continuity_pt f x -> continuity_pt (fun t => ln (f t)) x.
Proof.
  intros f x H K. apply (C_comp ln); [| assumption]. apply continuity_pt_filterlim. apply (ex_derive_continuous ln).
  eexists. now apply is_derive_ln.
Qed.
Lemma C_inv : forall (f : R -> R) x, f x <> 0 -> continuity_pt f x -> continuity_pt (fun t => / f t) x.
Proof. intros. now apply continuity_pt_inv. Qed.
Lemma C_sqrt : forall (f : R -> R) x, 0 <= f x -> continuity_pt f x -> continuity_pt (fun t => sqrt (f t)) x.
Proof. intros f x H K. apply (C_comp sqrt); [now apply continuity_pt_sqrt | assumption]. Qed.
Lemma C_pow : forall (n : nat) (f : R -> R) x, continuity_pt f x -> continuity_pt (fun t => f t ^ n) x.
Proof. intros n f x H. induction n as [|n I]; simpl; [apply C_const | now apply C_mult]. Qed.
Lemma C_abs : forall (f : R -> R) x, continuity_pt f x -> continuity_pt (fun t => Rabs (f t)) x.
Proof. intros f x H. apply (C_comp Rabs); [apply Rcontinuity_abs | assumption]. Qed.
Ltac continuous := cbv beta; lazymatch goal with
  | |- continuity_pt (fun _ => ?c) _ => apply C_const
  | |- continuity_pt (fun t => t) _ => apply C_id
  | |- continuity_pt (fun t => @?f t + @?g t) _ => apply (C_plus f g); continuous
  | |- continuity_pt (fun t => @?f t * @?g t) _ => apply (C_mult f g); continuous
  | |- continuity_pt (fun t => exp (@?f t)) _ => apply (C_exp f); continuous
  | |- continuity_pt (fun t => ln (@?f t)) _ => apply (C_ln f); continuous
  | |- continuity_pt (fun t => / (@?f t)) _ => apply (C_inv f); continuous
  | |- continuity_pt (fun t => sqrt (@?f t)) _ => apply (C_sqrt f); continuous
  | |- continuity_pt (fun t => (@?f t) ^ ?n) _ => apply (C_pow n f); continuous
  | |- continuity_pt (fun t => Rabs (@?f t)) _ => apply (C_abs f); continuous
  | |- _ => idtac
  end.

Lemma mean_value : forall (f d : R -> R) a b, a < b -> (forall t, a < t < b -> DL f t (d t)) ->
  (forall t, a <= t <= b -> continuity_pt f t) -> exists c, a < c < b /\ f b - f a = d c * (b - a).
Proof.
  intros f d a b L D C.
  destruct (MVT f id a b
    (fun c P => exist _ (d c) (proj1 (is_derive_Reals f c (d c)) (D c P))) (fun c P => derivable_pt_id c) L C
    (fun c P => derivable_continuous_pt id c (derivable_pt_id c))) as [c [P E]].
  exists c. split; [exact P |]. rewrite derive_pt_id in E. unfold id in E. simpl in E. lra.
Qed.
Lemma smooth : forall (f : R -> R) t a, DL f t a -> continuity_pt f t.
Proof. intros f t a D. apply continuity_pt_filterlim. apply (ex_derive_continuous f). now exists a. Qed.
Lemma rises : forall (f d : R -> R) a x, a < x -> (forall t, a < t <= x -> DL f t (d t)) ->
  continuity_pt f a -> (forall t, a < t <= x -> 0 <= d t) -> f a <= f x.
Proof.
  intros f d a x L D C S. destruct (mean_value f d a x L) as [c [I E]].
  - intros t T. apply D. lra.
  - intros t [[T|T] U]; [eapply smooth, D; lra | now subst].
  - assert (0 <= d c) by (apply S; lra). assert (0 <= d c * (x - a)) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma rises_strictly : forall (f d : R -> R) a x, a < x -> (forall t, a < t <= x -> DL f t (d t)) ->
  continuity_pt f a -> (forall t, a < t <= x -> 0 < d t) -> f a < f x.
Proof.
  intros f d a x L D C S. destruct (mean_value f d a x L) as [c [I E]].
  - intros t T. apply D. lra.
  - intros t [[T|T] U]; [eapply smooth, D; lra | now subst].
  - assert (0 < d c) by (apply S; lra). assert (0 < d c * (x - a)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
Lemma falls : forall (f d : R -> R) a x, x < a -> (forall t, x <= t < a -> DL f t (d t)) ->
  continuity_pt f a -> (forall t, x <= t < a -> 0 <= - d t) -> f a <= f x.
Proof.
  intros f d a x L D C S. destruct (mean_value f d x a L) as [c [I E]].
  - intros t T. apply D. lra.
  - intros t [T [U|U]]; [eapply smooth, D; lra | now subst].
  - assert (0 <= - d c) by (apply S; lra). assert (0 <= - d c * (a - x)) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma falls_strictly : forall (f d : R -> R) a x, x < a -> (forall t, x <= t < a -> DL f t (d t)) ->
  continuity_pt f a -> (forall t, x <= t < a -> 0 < - d t) -> f a < f x.
Proof.
  intros f d a x L D C S. destruct (mean_value f d x a L) as [c [I E]].
  - intros t T. apply D. lra.
  - intros t [T [U|U]]; [eapply smooth, D; lra | now subst].
  - assert (0 < - d c) by (apply S; lra). assert (0 < - d c * (a - x)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
Lemma bends : forall (f d e : R -> R) a b x, a < x < b -> (forall t, a < t < b -> DL f t (d t)) ->
  (forall t, a < t < b -> DL d t (e t)) -> continuity_pt f a -> continuity_pt f b ->
  (forall t, a < t < b -> 0 <= - e t) -> 0 <= f a -> 0 <= f b -> (0 < f a /\ 0 < f b -> 0 < f x) /\ 0 <= f x.
Proof.
  intros f d e a b x I D E Ca Cb S A B.
  assert (C : forall t, a <= t <= b -> continuity_pt f t).
  { intros t [[T|T] [U|U]]; try (now subst); eapply smooth, D; lra. }
  destruct (mean_value f d a x) as [c [P F]]; [lra | intros; apply D; lra | intros; apply C; lra |].
  destruct (mean_value f d x b) as [k [Q G]]; [lra | intros; apply D; lra | intros; apply C; lra |].
  destruct (mean_value d e c k) as [m [T H]]; [lra | intros; apply E; lra | intros t U; eapply smooth, E; lra |].
  assert (0 <= - e m) by (apply S; lra).
  assert (N : d k <= d c) by (assert (0 <= - e m * (k - c)) by (apply Rmult_le_pos; lra); lra).
  assert (M : (f b - f x) * (x - a) <= (f x - f a) * (b - x)).
  { rewrite F, G. assert (0 <= (d c - d k) * ((b - x) * (x - a))) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]). lra. }
  assert (K : f a * (b - x) + f b * (x - a) <= f x * (b - a)) by lra.
  split.
  - intros [A' B']. destruct (Rlt_or_le 0 (f x)) as [Z|Z]; [exact Z | exfalso].
    assert (0 < f a * (b - x)) by (apply Rmult_lt_0_compat; lra). assert (0 < f b * (x - a)) by (apply Rmult_lt_0_compat; lra).
    assert (0 <= - f x * (b - a)) by (apply Rmult_le_pos; lra). lra.
  - destruct (Rle_or_lt 0 (f x)) as [Z|Z]; [exact Z | exfalso].
    assert (0 <= f a * (b - x)) by (apply Rmult_le_pos; lra). assert (0 <= f b * (x - a)) by (apply Rmult_le_pos; lra).
    assert (0 < - f x * (b - a)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Ltac positive := repeat first
  [ assumption | apply exp_pos | apply Rmult_lt_0_compat | apply Rinv_0_lt_compat | apply pow_lt | apply PI_RGT_0 | lra ].
Ltac weak := repeat first
  [ assumption | lra | apply Rmult_le_pos | apply sqrt_pos | apply Rabs_pos | apply pow_le | solve [left; positive] ].
Ltac zero := first [lra | match goal with H : ?p = 0 |- _ => rewrite H; ring end].
Ltac not_0 := repeat split; repeat first
  [ assumption | apply Rmult_integral_contrapositive_currified | apply pow_nonzero | apply Rinv_neq_0_compat
  | solve [apply Rgt_not_eq; positive] | solve [apply Rlt_not_eq; lra]
  | match goal with H : ?p <> 0 |- ?q <> 0 => solve [apply (not_0_of p q H); ring | apply (not_0_of (- p) q); [lra | ring]] end
  | solve [apply Rgt_not_eq; timeout 3 nra] | lra ].

package sandbox

import "slices"

// setView is a set on the control page.
type setView struct {
	Set
	Playing bool // it and nothing else
}

// variantView is a variant on the control page.
type variantView struct {
	VariantInfo
	Playing bool
}

func (s *Sandbox) viewVariants(v *controlView) {
	playing := s.Playing()
	for _, info := range variants {
		v.Variants = append(v.Variants, variantView{info, slices.Contains(playing, info.Variant)})
	}
	for _, set := range Sets() {
		same := len(set.Variants) == len(playing) && !slices.ContainsFunc(set.Variants, func(one Variant) bool {
			return !slices.Contains(playing, one)
		})
		v.Sets = append(v.Sets, setView{set, same})
	}
}

package sandbox

import "testing"

// BenchmarkPicture is the first use of a picture; later ones come from memory.
func BenchmarkPicture(b *testing.B) {
	for _, key := range []pictureKey{{look: 3}, {look: 3, png: true}} {
		name := "jpeg"
		if key.png {
			name = "png"
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				b.ReportMetric(float64(len(encodePicture(key))), "bytes")
			}
		})
	}
	b.Run("drawing", func(b *testing.B) {
		for b.Loop() {
			drawBowl(3, false)
		}
	})
}

"""What comes in the boxes, and what people write down of boxes of their own."""
